import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { SETTINGS_GROUPS } from "@/components/settings/groups";
import { SettingsGroup } from "@/components/settings/settings-screen";
import { getText } from "@/lib/language/server";
import packageFile from "@/package.json";

type Props = { params: Promise<{ group: string }> };

const groupOf = async (params: Props["params"]) => {
  const { group } = await params;
  return SETTINGS_GROUPS.find(({ id }) => id === group) ?? notFound();
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getText();
  const { title } = await groupOf(params);
  return { title: `${t(title)} · ${t("Settings")}` };
}

export default async function SettingsGroupPage({ params }: Props) {
  const { id } = await groupOf(params);
  return <SettingsGroup id={id} version={packageFile.version} />;
}
