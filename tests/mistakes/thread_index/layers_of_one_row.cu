// of: race_layers_of_one_row
// says: their indices are wrong
// omits: atomicAdd
