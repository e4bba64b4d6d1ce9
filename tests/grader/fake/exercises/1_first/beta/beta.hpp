// What beta must offer.
