// Meaning of the command_status in submit_sm_resp: SMPP 3.4, 5.1.3. An unlisted status is a provider-specific refusal
// and is retried, because it is not known to be permanent.

import { type Detail, detailsOf } from '#kit/messages/details.ts'

type Meaning = 'refused' | 'temporary' | 'throttled' | 'unavailable'

const statuses: Readonly<Record<number, readonly [name: string, meaning: Meaning]>> = {
  1: ['ESME_RINVMSGLEN', 'refused'],
  2: ['ESME_RINVCMDLEN', 'refused'],
  3: ['ESME_RINVCMDID', 'unavailable'],
  // The bind is in the wrong state: another one may work.
  4: ['ESME_RINVBNDSTS', 'unavailable'],
  5: ['ESME_RALYBND', 'unavailable'],
  6: ['ESME_RINVPRTFLG', 'refused'],
  7: ['ESME_RINVREGDLVFLG', 'refused'],
  8: ['ESME_RSYSERR', 'temporary'],
  10: ['ESME_RINVSRCADR', 'refused'],
  11: ['ESME_RINVDSTADR', 'refused'],
  12: ['ESME_RINVMSGID', 'temporary'],
  13: ['ESME_RBINDFAIL', 'unavailable'],
  14: ['ESME_RINVPASWD', 'unavailable'],
  15: ['ESME_RINVSYSID', 'unavailable'],
  20: ['ESME_RMSGQFUL', 'throttled'],
  21: ['ESME_RINVSERTYP', 'refused'],
  51: ['ESME_RINVNUMDESTS', 'refused'],
  64: ['ESME_RINVDESTFLAG', 'refused'],
  66: ['ESME_RINVSUBREP', 'refused'],
  67: ['ESME_RINVESMCLASS', 'refused'],
  68: ['ESME_RCNTSUBDL', 'refused'],
  // Commonly also "no credit left" and "not allowed at the moment": retried, even if that may not help.
  69: ['ESME_RSUBMITFAIL', 'temporary'],
  72: ['ESME_RINVSRCTON', 'refused'],
  73: ['ESME_RINVSRCNPI', 'refused'],
  80: ['ESME_RINVDSTTON', 'refused'],
  81: ['ESME_RINVDSTNPI', 'refused'],
  83: ['ESME_RINVSYSTYP', 'unavailable'],
  88: ['ESME_RTHROTTLED', 'throttled'],
  97: ['ESME_RINVSCHED', 'refused'],
  98: ['ESME_RINVEXPIRY', 'refused'],
  100: ['ESME_RX_T_APPN', 'temporary'],
  101: ['ESME_RX_P_APPN', 'refused'],
  102: ['ESME_RX_R_APPN', 'refused'],
  192: ['ESME_RINVOPTPARSTREAM', 'refused'],
  193: ['ESME_ROPTPARNOTALLWD', 'refused'],
  194: ['ESME_RINVPARLEN', 'refused'],
  195: ['ESME_RMISSINGOPTPARAM', 'refused'],
  196: ['ESME_RINVOPTPARAMVAL', 'refused'],
  254: ['ESME_RDELIVERYFAILURE', 'temporary'],
  255: ['ESME_RUNKNOWNERR', 'temporary'],
  257: ['ESME_RPROHIBITED', 'refused'],
  258: ['ESME_RSERTYPUNAVAIL', 'temporary'],
  259: ['ESME_RSERTYPDENIED', 'refused'],
  260: ['ESME_RINVDCS', 'refused'],
  // Responses of providers in India to errors in the DLT registration: 600 entity, 610 telemarketer, 620 header, 630
  // template.
  ...Object.fromEntries(
    (
      [
        [600, 604, 'DLT_ENTITY'],
        [610, 612, 'DLT_TELEMARKETER'],
        [620, 623, 'DLT_HEADER'],
        [630, 632, 'DLT_TEMPLATE'],
      ] as const
    ).flatMap(([first, last, name]) =>
      Array.from({ length: last - first + 1 }, (_, n) => [first + n, [`${name}_${first + n}`, 'refused'] as const]),
    ),
  ),
}

export interface StatusMeaning {
  meaning: Meaning
  /** As a delivery's error code: `esme_rinvdstadr`, or `smpp_0x401`. */
  code: string
  detail: readonly Detail[]
}

/** For any command_status except 0. */
export function meaningOf(status: number): StatusMeaning {
  const hex = `0x${status.toString(16)}`
  const [name, meaning] = statuses[status] ?? [null, 'temporary' as const]
  const code = name === null ? `smpp_${hex}` : name.toLowerCase()
  return { meaning, code, detail: detailsOf('smpp_status', { name: name ?? 'command_status', status: hex }) }
}

/** Status names for the sandbox. */
export const statusNames: ReadonlyMap<string, number> = new Map(
  Object.entries(statuses).map(([status, [name]]) => [name, Number(status)]),
)
