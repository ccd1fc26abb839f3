// The location in the header of a template: its fields, each a text that may contain variables, and what Meta accepts
// in them when filled. Pure. Source: Meta's "Location templates". spec 15.60.

import { type ValidationError, validationError } from '#kit/messages/field-errors.ts'

export const locationFields = ['latitude', 'longitude', 'name', 'address'] as const
export type LocationField = (typeof locationFields)[number]
export type Location = Record<LocationField, string>

/** The maximum length of each field with its values, in characters. */
export const LOCATION_MAX: Readonly<Record<LocationField, number>> = {
  latitude: 30,
  longitude: 30,
  name: 1000,
  address: 1000,
}

/**
 * The variable of each field when the template does not set one. Not `{{name}}`, which usually means the contact's
 * name.
 */
export const LOCATION_VARIABLES: Readonly<Location> = {
  latitude: '{{latitude}}',
  longitude: '{{longitude}}',
  name: '{{location_name}}',
  address: '{{location_address}}',
}

const DEGREES = /^-?\d{1,3}(\.\d{1,20})?$/
const DEGREES_MAX: Partial<Record<LocationField, number>> = { latitude: 90, longitude: 180 }

export const isCoordinate = (field: LocationField): boolean => DEGREES_MAX[field] !== undefined

/** Validates a filled field. */
export function locationError(field: LocationField, filled: string): ValidationError | null {
  const max = DEGREES_MAX[field]
  if (max === undefined) return filled.trim() === '' ? validationError('required') : null
  if (DEGREES.test(filled) && Math.abs(Number(filled)) <= max) return null
  return validationError(field === 'latitude' ? 'latitude_not_valid' : 'longitude_not_valid')
}
