import type { Paise } from '../units.ts'

/** A part of a capital: the value of a model account's order and the capital it was taken from. */
export type Share = { readonly valuePaise: Paise; readonly ofPaise: Paise }
