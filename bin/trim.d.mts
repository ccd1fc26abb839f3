export const STYLES_USED: string[]
export function trim(folder?: string): void
