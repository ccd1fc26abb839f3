export const root: string
export const modules: string
export const nodePackage: string
