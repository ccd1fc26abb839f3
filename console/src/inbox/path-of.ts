/** The path alone: the page may be opened under another host name than the service has. */
export const pathOf = (url: string): string => new URL(url, location.href).pathname
