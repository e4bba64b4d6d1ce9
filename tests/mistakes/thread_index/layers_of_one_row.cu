// of: race_layers_of_one_row
// says: two threads have the same index
// omits: atomicAdd
