/** Trimmed field values of a form by name. */
export function formTexts(form: HTMLFormElement): (name: string) => string {
  const given = new FormData(form)
  return (name) => {
    const value = given.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
}
