// The name of an operation, from its method and path; where those say too little, openapi-operations.ts names it.

import { itemOfList } from './openapi-schemas.ts'
import type { Route } from './route.ts'

/** `POST /v1/groups/:id/contacts` is createGroupContact; a last word that is no plural is a verb: `/conversations/:id/open`. */
export function nameOf(route: Route): string {
  const steps = route.path.replace(/^\/(api\/v1\/billing|v1)\//, '').split('/')
  const words = steps.filter((step) => !step.startsWith(':'))
  const last = words.at(-1) as string
  const isItem = steps.at(-1)?.startsWith(':') as boolean
  const isUnderItem = steps.at(-2)?.startsWith(':') === true
  const parents = words
    .slice(0, -1)
    .map((word) => capitalized(singular(word)))
    .join('')
  const one = parents + capitalized(singular(last))
  const listed = Object.values(route.responses).some((schema) => schema !== null && itemOfList(schema) !== null)
  switch (route.method) {
    case 'GET':
      return listed ? `list${parents}${capitalized(last)}` : `retrieve${isItem ? one : parents + capitalized(last)}`
    case 'POST':
      return isUnderItem && !last.endsWith('s') ? camel(last) + parents : `create${one}`
    case 'PUT':
      return `update${one}`
    case 'DELETE':
      return `delete${one}`
  }
}

function singular(word: string): string {
  return word.replace(/ies$/, 'y').replace(/([^s])s$/, '$1')
}

function camel(word: string): string {
  return word.replace(/[_.](\w)/g, (_, letter: string) => letter.toUpperCase())
}

export function capitalized(word: string): string {
  const text = camel(word)
  return text.charAt(0).toUpperCase() + text.slice(1)
}
