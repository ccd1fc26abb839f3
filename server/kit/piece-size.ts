// How many rows one transaction of a long piece of work takes. A test of work in several pieces makes them small, so
// that it needs few rows.

/** `usual`, or the share of it that SAMVAD_TEST_PIECES_SHARE of a test's environment says: a tenth is 0.1. */
export const pieceSize = (usual: number): number =>
  Math.max(1, Math.ceil(usual * Number(process.env.SAMVAD_TEST_PIECES_SHARE ?? 1)))
