export type Notice = {
  /** The day from which the text holds. A changed text gets a new day, and everybody is asked to accept it. */
  readonly version: string
  readonly title: string
  readonly summary: string
  readonly sections: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[]
}
