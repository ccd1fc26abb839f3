/** In percent, for the width of a bar; 0 of nothing. Pure. */
export const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : (part / whole) * 100)
