// of: wrong_half_of_the_bytes
// says: reads each float and writes it
