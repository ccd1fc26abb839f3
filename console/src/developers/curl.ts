/** A call that every token may make: who it is and what it may do. */
export const curlOf = (token: string): string => `curl ${location.origin}/v1/me -H "Authorization: Bearer ${token}"`
