export function licenceTexts(root: string, modules: string): string
