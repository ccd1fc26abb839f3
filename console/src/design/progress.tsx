/** Progress in percent; at 0 an indeterminate indicator. */
export function Progress({
  percent,
  label,
  className = 'w-24',
}: {
  percent: number
  label: string
  className?: string
}) {
  return (
    <progress aria-label={label} className={`bar ${className}`} {...(percent > 0 && { value: percent, max: 100 })} />
  )
}
