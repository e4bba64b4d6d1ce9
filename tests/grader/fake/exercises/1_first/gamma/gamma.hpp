// What gamma must offer.
