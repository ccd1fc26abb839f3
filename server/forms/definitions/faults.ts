// Collects validation errors of a definition, each with the path of its field.

import type { ValidationError } from '#kit/messages/field-errors.ts'
import type { FieldError } from '#kit/refusals.ts'

/** Maximum number of reported errors per definition. */
export const FAULTS_MAX = 20

export class Faults {
  readonly list: FieldError[] = []

  get isFull(): boolean {
    return this.list.length >= FAULTS_MAX
  }

  /** Null, so that a reader can return it. */
  add(field: string, error: ValidationError): null {
    if (!this.isFull) this.list.push({ field, ...error })
    return null
  }
}
