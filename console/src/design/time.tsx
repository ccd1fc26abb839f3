import { useByMinute } from '../app/clock.ts'
import { useLanguage } from '../app/language.tsx'
import { useTimeZone } from '../app/time-zone.tsx'
import { exactTime, relativeTime } from './times.ts'
import { words } from './words.ts'

interface TimeProps {
  /** Unix seconds. */
  at: number
  /** Shows the complete time instead of a relative one. */
  isExact?: boolean
}

/** Relative for a day, then the date; exact when pointed at. */
export function Time({ at, isExact }: TimeProps) {
  const { language } = useLanguage()
  const zone = useTimeZone()
  const exact = exactTime(at, language, zone)
  const said = useByMinute((now) => (isExact ? exact : relativeTime(at, now, language, zone, words[language].now)))
  return (
    <time
      dateTime={new Date(at * 1000).toISOString()}
      title={exact}
      className={isExact ? undefined : 'whitespace-nowrap'}
    >
      {said}
    </time>
  )
}
