// Light, dark, or the system's theme. Stored in the browser, so that the first paint is right.

export type Theme = 'system' | 'light' | 'dark'

const KEPT = 'samvad.theme'

export function currentTheme(): Theme {
  const kept = localStorage.getItem(KEPT)
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(KEPT, theme)
  showTheme()
}

export function showTheme(): void {
  const theme = currentTheme()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  // The color of a phone's status bar, which otherwise follows the system.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.dataset.of ??= /dark/.test(meta.media) ? 'dark' : 'light'
    const { of } = meta.dataset
    meta.media = theme === 'system' ? `(prefers-color-scheme: ${of})` : theme === of ? 'all' : 'not all'
  }
}
