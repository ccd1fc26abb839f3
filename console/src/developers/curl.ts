/** A call that any token may make: its user and permissions. */
export const curlOf = (token: string): string => `curl ${location.origin}/v1/me -H "Authorization: Bearer ${token}"`
