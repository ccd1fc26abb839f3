/** What a control of date and time holds, as a moment in India: `2026-12-01T00:00`. */
export const indianMoment = (local: string): string => `${local}:00+05:30`
