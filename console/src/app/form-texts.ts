/** What was entered into the fields of a form, by their names, without spaces around it. */
export function formTexts(form: HTMLFormElement): (name: string) => string {
  const given = new FormData(form)
  return (name) => {
    const value = given.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
}
