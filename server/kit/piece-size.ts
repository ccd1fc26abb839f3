// Rows per transaction of work that is done in batches. Tests of several batches make them small, so that they need few
// rows.

/** `usual`, multiplied by SAMVAD_TEST_PIECES_SHARE in a test's environment, such as 0.1. */
export const pieceSize = (usual: number): number =>
  Math.max(1, Math.ceil(usual * Number(process.env.SAMVAD_TEST_PIECES_SHARE ?? 1)))
