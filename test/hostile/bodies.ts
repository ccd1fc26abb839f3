// The same fields encoded as JSON, as a form and as multipart.

export interface Body {
  type: string
  bytes: Buffer
}

export function json(value: unknown): Body {
  return { type: 'application/json', bytes: Buffer.from(JSON.stringify(value)) }
}

export function form(value: Record<string, unknown>): Body {
  const pairs = Object.entries(value).flatMap(([name, one]) =>
    Array.isArray(one) ? one.map((item) => [`${name}[]`, textOf(item)]) : [[name, textOf(one)]],
  )
  return {
    type: 'application/x-www-form-urlencoded',
    bytes: Buffer.from(new URLSearchParams(pairs as [string, string][]).toString()),
  }
}

export function multipart(value: Record<string, unknown>): Body {
  const parts = Object.entries(value).map(
    ([name, one]) => `--samvad\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${textOf(one)}\r\n`,
  )
  return { type: 'multipart/form-data; boundary=samvad', bytes: Buffer.from(`${parts.join('')}--samvad--\r\n`) }
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
