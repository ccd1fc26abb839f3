// SQL of numbers with two notations: number-forms.ts.

import { type Statement, sql } from '#kit/database/sql.ts'

/** `otherFormOf` as SQL. */
export const otherFormIn = (number: Statement): Statement => sql`
  case when ${number} ~ '^[+]52[2-9][0-9]{9}$' then '+521' || substr(${number}, 4)
       when ${number} ~ '^[+]521[2-9][0-9]{9}$' then '+52' || substr(${number}, 5)
       when ${number} ~ '^[+]549[1-8][0-9]{9}$' then '+54' || substr(${number}, 5)
       when ${number} ~ '^[+]54[1-8][0-9]{9}$' then '+549' || substr(${number}, 4)
       when ${number} ~ '^[+]55[1-9]{2}9[6-9][0-9]{7}$' then substr(${number}, 1, 5) || substr(${number}, 7)
       when ${number} ~ '^[+]55[1-9]{2}[6-9][0-9]{7}$' then substr(${number}, 1, 5) || '9' || substr(${number}, 6) end`
