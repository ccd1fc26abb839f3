import { FlaskConical } from 'lucide-react'
import { useWords } from '../app/language.tsx'
import { classes } from './classes.ts'
import { micros, rupees } from './rupees.ts'
import { words } from './words.ts'

interface MoneyProps {
  /** Decimal text in rupees, as the API has it. */
  amount: string
  /** Credits are green with a plus sign. */
  isSigned?: boolean
  className?: string
}

export function Money({ amount, isSigned, className }: MoneyProps) {
  const isIn = isSigned && micros(amount) > 0n
  return (
    <span className={classes('figures whitespace-nowrap', isIn && 'text-good', className)}>
      {isIn && '+'}
      {rupees(amount)}
    </span>
  )
}

/** A label for test money. */
export function TestMoney() {
  const w = useWords(words)
  return (
    <span className="inline-flex h-5 items-center gap-1 rounded-full bg-warn-tint px-2 text-small font-normal whitespace-nowrap text-warn">
      <FlaskConical aria-hidden className="size-3" />
      {w.testMoney}
    </span>
  )
}
