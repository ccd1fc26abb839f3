export function findChromium(): string | undefined
export const MISSING: string
