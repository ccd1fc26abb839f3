/** The dimensions by which a form's visits are counted. */
export const dimensions = ['utm_source', 'utm_medium', 'utm_campaign', 'referrer'] as const
export type Dimension = (typeof dimensions)[number]
