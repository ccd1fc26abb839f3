import { encode } from 'uqr'

interface QrCodeProps {
  text: string
  label: string
}

/** The code's modules as one path, and the number of modules per side, including the border. */
export function qrPath(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return { path, size }
}

/** Dark on white in every theme, as scanners expect. */
export function QrCode({ text, label }: QrCodeProps) {
  const { path, size } = qrPath(text)
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} className="mx-auto size-48 rounded-box">
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  )
}
