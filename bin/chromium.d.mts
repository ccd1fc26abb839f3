export function findChromium(): string | undefined
export function findFullChromium(): string | undefined
export const MISSING: string
