/** Browsers read a backslash as a slash, and ignore tabs and line breaks. */
const WITHIN = /^\/(?![/\\])[^\\\p{Cc}]*$/u

/** The page after signing in, from the URL: only within the console. */
export const whereTo = ({ to }: { to?: unknown }): { to?: string } =>
  typeof to === 'string' && WITHIN.test(to) ? { to } : {}
