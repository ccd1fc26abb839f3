// Actors of the API contract's examples: a small company, Asha Textiles, writes to Ravi.

export const organizationId = 'org_01jd3v8a0re2n8q4x5c6t7w8yz'

/** Asha herself. */
export const userId = 'user_01jd3v8a1pe2n8q4x5c6t7w8yz'

/** Asha's colleague. */
export const colleagueId = 'user_01jd3v8b4te2n8q4x5c6t7w8yz'
