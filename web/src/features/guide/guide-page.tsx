import { Anchor, Box, Code, List, Paper, Stack, Text, Title } from '@mantine/core'
import { CopyAction } from '../../ui/controls/copy-action.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import guide from '../../../../docs/author-guide.md?raw'
import classes from './guide-page.module.css'
import { anchorOf, type Block, readInline, readMarkdown } from './read-markdown.ts'

const [, intro, ...REST] = readMarkdown(guide)
const SECTIONS = REST.flatMap((block) => (block.kind === 'heading' && block.level === 2 ? [block.text] : []))

/** How to write a bot, from the same text as docs/author-guide.md. */
export function GuidePage() {
  return (
    <>
      <PageHeader title="Author’s Guide" subtitle="How to write a bot, from the first lines to a tested strategy." />
      <div className={classes['columns']}>
        <Box component="nav" aria-label="Contents" className={classes['contents']}>
          {SECTIONS.map((title) => (
            <Anchor key={title} href={`#${anchorOf(title)}`} size="sm" display="block" py={4}>
              {title}
            </Anchor>
          ))}
        </Box>
        <Stack gap="md" maw={760} miw={0} component="article" aria-label="Guide">
          {intro?.kind === 'paragraph' && <Text>{intro.text}</Text>}
          {REST.map((block, index) => (
            // The text is fixed, so that a block's place names it.
            <BlockView key={index} block={block} />
          ))}
        </Stack>
      </div>
    </>
  )
}

function BlockView({ block }: { block: Block }) {
  if (block.kind === 'heading') {
    return (
      <Title order={2} size="h3" mt="md" id={anchorOf(block.text)}>
        {block.text}
      </Title>
    )
  }
  if (block.kind === 'code') {
    return (
      <Paper withBorder radius="md" className={classes['code']}>
        <div className={classes['copy']}>
          <CopyAction label="Copy this example" value={block.text} />
        </div>
        <Code block tabIndex={0} className={classes['text']}>
          {block.text}
        </Code>
      </Paper>
    )
  }
  if (block.kind === 'list') {
    return (
      <List type={block.isNumbered ? 'ordered' : 'unordered'} spacing={6}>
        {block.items.map((item) => (
          <List.Item key={item}>
            <Inline text={item} />
          </List.Item>
        ))}
      </List>
    )
  }
  return (
    <Text>
      <Inline text={block.text} />
    </Text>
  )
}

function Inline({ text }: { text: string }) {
  return readInline(text).map((part, index) => (part.isCode ? <Code key={index}>{part.text}</Code> : part.text))
}
