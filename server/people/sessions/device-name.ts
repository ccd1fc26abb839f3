// A short device name from the User-Agent, so that people recognize their devices. Only a hint: callers can send
// anything.

const VERSION = /(\d{1,4})/

/** In this order, because most browsers also claim to be others. */
const browsers: readonly [string, RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/(?=\S+ (?:Mobile\/\S+ )?Safari\/)/],
]

const systems: readonly [string, RegExp][] = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
]

const USER_AGENT_READ_MAX = 500

export interface DeviceName {
  /** With its major version. */
  browser: string | null
  system: string | null
}

export function deviceNameOf(userAgent: string | undefined): DeviceName {
  const text = (userAgent ?? '').slice(0, USER_AGENT_READ_MAX)
  const system = systems.find(([, pattern]) => pattern.test(text))?.[0] ?? null
  for (const [name, pattern] of browsers) {
    const found = pattern.exec(text)
    if (!found) continue
    const version = VERSION.exec(text.slice(found.index + found[0].length))?.[1]
    return { browser: version ? `${name} ${version}` : name, system }
  }
  return { browser: null, system }
}
