// Marks the parts of a text that stay the same in every language: commands, settings, names, texts of other programs.

/** Between backticks: the console displays it as code, and it is not translated. */
export const code = (text: string | number): string => `\`${String(text).replaceAll('`', "'")}\``

/** The text without the marks, as the API and the CLI show it. */
export const plain = (text: string): string => text.replaceAll('`', '')
