// How a sentence of the service is said in Hindi: by its form, with the names and figures that it has. Pure.

export type Form = readonly [RegExp, (...parts: string[]) => string]

/** What has none of the forms stays as it is: English says more than nothing. */
export function sayBy(forms: readonly Form[], said: string): string {
  for (const [form, says] of forms) {
    const found = form.exec(said)
    if (found) return says(...found.slice(1))
  }
  return said
}
