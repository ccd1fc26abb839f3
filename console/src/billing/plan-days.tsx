import { documentDay, indianDay } from '../app/india.ts'
import { useLanguage } from '../app/language.tsx'

/** Days of India, both included. */
export function Days({ of: { from, to } }: { of: { from: number; to: number } }) {
  const { language } = useLanguage()
  return (
    <>
      <span className="whitespace-nowrap">{documentDay(indianDay(from), language)} –</span>{' '}
      <span className="whitespace-nowrap">{documentDay(indianDay(to - 1), language)}</span>
    </>
  )
}
