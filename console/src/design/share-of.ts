/** A share in percent, for the width of a bar; 0 when the whole is 0. Pure. */
export const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : (part / whole) * 100)
