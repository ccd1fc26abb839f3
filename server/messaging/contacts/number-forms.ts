// Numbers with two notations, of which people, SMS carriers and WhatsApp use different ones. Mexico: +52 1 before 2019,
// +52 since. Argentina: +54 9 from abroad, +54 within. Brazil: mobile numbers have a ninth digit, 9, since 2016. Pure.

interface Plan {
  /** The notation dialled from abroad today: what precedes and follows the digits in between. */
  current: RegExp
  other: RegExp
  /** The digits between them in the current notation. */
  digits: string
}

const plans: readonly Plan[] = [
  { current: /^(\+52)([2-9]\d{9})$/, other: /^(\+52)1([2-9]\d{9})$/, digits: '' },
  { current: /^(\+54)9([1-8]\d{9})$/, other: /^(\+54)([1-8]\d{9})$/, digits: '9' },
  { current: /^(\+55[1-9]{2})9([6-9]\d{7})$/, other: /^(\+55[1-9]{2})([6-9]\d{7})$/, digits: '9' },
]

const MAY_HAVE_TWO_FORMS = /^\+5[245]/

/** The other notation of the number; null if it has only one. */
export function otherFormOf(number: string): string | null {
  if (!MAY_HAVE_TWO_FORMS.test(number)) return null
  for (const { current, other, digits } of plans) {
    const [isCurrent, isOther] = [current.exec(number), other.exec(number)]
    if (isCurrent) return `${isCurrent[1]}${digits === '' ? '1' : ''}${isCurrent[2]}`
    if (isOther) return `${isOther[1]}${digits}${isOther[2]}`
  }
  return null
}

/** The number in both notations. */
export function formsOf(number: string): string[] {
  const other = otherFormOf(number)
  return other === null ? [number] : [number, other]
}

/** The same for both notations of a number; anything else unchanged. */
export function sameNumberKey(address: string): string {
  const other = otherFormOf(address)
  return other !== null && other < address ? other : address
}

export const isSameNumber = (one: string, other: string): boolean => sameNumberKey(one) === sameNumberKey(other)

/**
 * The notation stored in a contact: Mexican numbers without the 1, Brazilian mobile numbers with the ninth digit.
 * Argentinian numbers stay unchanged: without the 9 it may be a landline.
 */
export function currentForm(number: string): string {
  const [mexico, , brazil] = plans as [Plan, Plan, Plan]
  return mexico.other.test(number) || brazil.other.test(number) ? (otherFormOf(number) as string) : number
}
