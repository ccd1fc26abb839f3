// Looking up text that somebody else wrote in an object.

/** The object's own value by this name: `constructor` and the like are names, and no part of a prototype. */
export function ownOf<Value>(object: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}
