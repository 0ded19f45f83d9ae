export type Notice = {
  /**
   * The day from which the text holds, and after it the variant where the text depends on the installation. A changed
   * text gets a new version, and everybody is asked to accept it.
   */
  readonly version: string
  readonly title: string
  readonly summary: string
  readonly sections: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[]
}
