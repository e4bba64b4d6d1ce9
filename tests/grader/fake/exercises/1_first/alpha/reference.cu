// The fake judge decides; this is only compared with.
