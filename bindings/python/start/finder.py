# The finder of the modules that a program may import only because it runs under `qii python`. It is the last one in
# sys.meta_path, so a program's own modules of these names come first. This file imports nothing at its start, because
# the program would see that.


class Finder:
    def __init__(self, folder, recorder):
        self.files = {"qii": folder + "qii.py", "qii_pytest": folder + "qii_pytest.py", "_qii": recorder}

    def find_spec(self, name, path=None, target=None):
        if name not in self.files:
            return None
        from importlib.util import spec_from_file_location
        return spec_from_file_location(name, self.files[name])

    def find_distributions(self, context):
        """Return the package whose plugin pytest loads. Only pytest finds it, when it looks for all packages."""
        import sys
        if "_pytest" not in sys.modules or context.name is not None:
            return []
        from importlib.metadata import Distribution

        class Package(Distribution):
            def read_text(self, name):
                return {"METADATA": "Name: qii", "entry_points.txt": "[pytest11]\nqii = qii_pytest"}.get(name)

            def locate_file(self, path):
                return path

        return [Package()]
