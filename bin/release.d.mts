export function pack(into: string): { filename: string; files: { path: string }[]; unpackedSize: number }
export function materials(): string
