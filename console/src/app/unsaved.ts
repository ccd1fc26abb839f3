// The differences from the saved state, for drafts that are saved automatically. Pure.

export type Fields = Readonly<Record<string, unknown>>

/** With sorted keys: the database returns them in its own order. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    one !== null && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )

/** The fields that differ from the saved object. */
export const changedFrom = <Of extends object>(fields: Of, saved: object): Of =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => canonical(value) !== canonical((saved as Fields)[name])),
  ) as Of

/** Without the fields that a refusal names, so that the others can be saved. */
export function withoutRefused<Of extends object>(body: Of, fields: readonly string[]): Of {
  const roots = new Set(fields.map((field) => field.split(/[.[]/)[0]))
  return Object.fromEntries(Object.entries(body).filter(([field]) => !roots.has(field))) as Of
}
