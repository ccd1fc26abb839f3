// How the console parses typed input before it calls the API, and its names of audit actions.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actions } from '#people/audit/rules.ts'
import { withoutFields } from '../../console/src/app/field-errors.ts'
import { contactTyped, numberOf } from '../../console/src/app/typed-contact.ts'
import { typedAmount } from '../../console/src/design/rupees.ts'
import { firstValues, missingIn, shownValues } from '../../console/src/inbox/template-values.ts'
import { words as auditWords } from '../../console/src/settings/audit-words.ts'

test('spec 21.33: a number or an address that nobody has is carried over as people write it', () => {
  const number = { phone_number: '+919812345678' }
  for (const typed of [
    '98123 45678',
    '+91 98123-45678',
    '098123 45678',
    '0091 98123 45678',
    '(98123) 45678',
    '९८१२३ ४५६७८',
    '+९१ ९८१२३ ४५६७८',
    '௯௮௧௨௩ ௪௫௬௭௮',
    '۹۸۱۲۳ ۴۵۶۷۸',
    ' 98123\u00a045678 ',
  ])
    assert.deepEqual(contactTyped(typed), number, typed)
  assert.deepEqual(contactTyped('+44 20 7946 0958'), { phone_number: '+442079460958' })
  assert.deepEqual(contactTyped(' asha@farm.example '), { email: 'asha@farm.example' })
  assert.deepEqual(contactTyped('"Asha Rao" <asha@farm.example>'), {
    display_name: 'Asha Rao',
    email: 'asha@farm.example',
  })
  for (const name of ['Asha Rao', 'आशा राव', 'Shop 24', '24 7', 'Asha @ the farm'])
    assert.deepEqual(contactTyped(name), { display_name: name }, name)
  assert.deepEqual(contactTyped('  '), {})
  // Anything but an Indian number is unchanged, and the service refuses it.
  assert.equal(numberOf('0401234'), '0401234')
})

test('spec 3.29: an amount is taken as people in India write it, in Devanagari digits too', () => {
  for (const typed of ['1,500', '₹ 1500', ' 1500 ', '१५००', '₹ १,५००']) assert.equal(typedAmount(typed), '1500', typed)
  assert.equal(typedAmount('१.५०'), '1.50')
  for (const typed of ['', 'x', '1.2.3', '-5']) assert.equal(typedAmount(typed), null, typed)
})

test('spec 21.34: the contact’s name stands in a variable that is a name, and nothing else is guessed', () => {
  const variables = ['name', 'first_name', 'Customer_Name', 'order', 'file_name', '1']
  assert.deepEqual(firstValues({ variables }, 'Ravi Kumar'), {
    name: 'Ravi Kumar',
    first_name: 'Ravi',
    Customer_Name: 'Ravi Kumar',
  })
  assert.deepEqual(firstValues({ variables }, null), {})
  assert.deepEqual(missingIn({ variables: ['name', 'order'] }, { name: 'Ravi', order: ' ' }), ['order'])
  assert.deepEqual(shownValues({ variables: ['name', 'order'] }, { name: 'Ravi' }), {
    name: 'Ravi',
    order: '{{order}}',
  })
  const header = { type: 'location', latitude: '{{lat}}', longitude: '{{lng}}', name: '{{shop}}', address: 'Pune' }
  assert.deepEqual(
    shownValues({ variables: ['lat', 'lng', 'shop'], header }, { lng: '73.8' }),
    { lat: '0', lng: '73.8', shop: '{{shop}}' },
    'spec 15.61: nothing but degrees is a coordinate',
  )
})

test('spec 1.22: every action of the audit log has a name in English and in Hindi', () => {
  for (const language of ['en', 'hi'] as const)
    assert.deepEqual(Object.keys(auditWords[language].actions).toSorted(), actions.toSorted())
})

test('spec 21.75: the summary of a form lists only the errors that no field shows', () => {
  const errorAt = (field: string) => ({ field, code: 'required', params: {}, message: 'Enter a value.' })
  const refused = {
    code: 'invalid_content',
    title: 'The request is invalid',
    detail: 'host: Enter a value. port: Enter a value.',
    requestId: 'req_1',
    reason: null,
    params: {},
    errors: [errorAt('host'), errorAt('port')],
  }
  const shown = (...fields: string[]) => withoutFields(refused, new Set(fields))
  assert.deepEqual(shown(), refused, 'a form that shows none')
  assert.deepEqual(shown('host'), { ...refused, detail: '', errors: [errorAt('port')] })
  assert.deepEqual(shown('host', 'port'), { ...refused, detail: '', errors: [] }, 'only the title is left')
  assert.deepEqual(shown('user'), refused, 'a field of the form without an error')
})
