// says: pipeline_last, given
// omits: pipeline_destroy, given
// TODO(4)
// END TODO(4)
