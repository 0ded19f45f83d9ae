import { Image, Stack, Text, Title } from '@mantine/core'
import { TERMS } from '../../ui/help/terms.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { PublicPage } from '../../ui/layout/public-page.tsx'
import { GUIDE_STEPS } from './guide-steps.ts'
import classes from './help-page.module.css'

/** The guide, readable by anyone, signed in or not. */
export function HelpPage() {
  return (
    <PublicPage size="md">
      <PageHeader title="Help" subtitle="From your first plan to your first trade, step by step." />
      <Stack gap="xl">
        {GUIDE_STEPS.map(({ key, title, paragraphs, alt }, at) => (
          <section key={key} aria-labelledby={`guide-${key}`}>
            <Title order={2} size="h3" mb="xs" id={`guide-${key}`}>
              {`${at + 1}. ${title}`}
            </Title>
            <Stack gap="xs" mb="sm">
              {paragraphs.map((paragraph) => (
                <Text key={paragraph}>{paragraph}</Text>
              ))}
            </Stack>
            <Image
              src={`/help/${key}.jpg`}
              alt={alt}
              width={960}
              height={600}
              loading="lazy"
              className={classes['picture']}
            />
          </section>
        ))}
        <section aria-labelledby="guide-words">
          <Title order={2} size="h3" mb="xs" id="guide-words">
            Words
          </Title>
          <Stack gap="xs">
            {Object.values(TERMS).map(({ name, text }) => (
              <Text key={name}>
                <Text span fw={600}>{`${name}. `}</Text>
                {text}
              </Text>
            ))}
          </Stack>
        </section>
      </Stack>
    </PublicPage>
  )
}
