// Durations as people read them. Pure.

interface Units {
  seconds: (count: number) => string
  minutes: (minutes: number, seconds: number) => string
  hours: (hours: number, minutes: number) => string
  days: (count: number) => string
}

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

/** "42 s", "3 min 5 s", "2 h 10 min", "4 days". */
export function shownDuration(seconds: number, units: Units): string {
  const whole = Math.round(seconds)
  if (whole < MINUTE) return units.seconds(whole)
  if (whole < HOUR) return units.minutes(Math.floor(whole / MINUTE), whole % MINUTE)
  if (whole < DAY) return units.hours(Math.floor(whole / HOUR), Math.floor((whole % HOUR) / MINUTE))
  return units.days(Math.floor(whole / DAY))
}
