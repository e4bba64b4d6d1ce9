// What alpha must offer.
