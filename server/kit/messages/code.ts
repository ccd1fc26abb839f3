// Marks what a text takes over unchanged in every language: commands, settings, names, texts of other programs.

/** Between backticks: the console shows it as code, and no one translates it. */
export const code = (text: string | number): string => `\`${String(text).replaceAll('`', "'")}\``

/** The text without the marks, as the API and the CLI show it. */
export const plain = (text: string): string => text.replaceAll('`', '')
