"use client";

import { Upload } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { useText } from "@/lib/language/text";

const ImportDialog = lazyComponent(() =>
  import("@/components/college/import-dialog").then((module) => module.ImportDialog),
);

/** Opens the import of the college's list of addresses. */
export function ImportPeople() {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        <Upload aria-hidden />
        {t("Import people")}
      </Button>
      {isOpen && <ImportDialog onClose={close} onLoadError={close} />}
    </>
  );
}
