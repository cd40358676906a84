# SPDX-License-Identifier: MIT
"""Opens a co-simulation unit (FMI 2.0) and steps it: as much as a control loop or a test needs, without other packages."""

import ctypes
import pathlib
import tempfile
import xml.etree.ElementTree as ElementTree
import zipfile
from ctypes import byref, c_char_p, c_double, c_int, c_size_t, c_uint, c_void_p

OK, WARNING, DISCARD, ERROR, FATAL, PENDING = range(6)
STATUS = ["fmi2OK", "fmi2Warning", "fmi2Discard", "fmi2Error", "fmi2Fatal", "fmi2Pending"]
MODEL_EXCHANGE, CO_SIMULATION = range(2)
TYPES = {"Real": c_double, "Integer": c_int, "Boolean": c_int}

Logger = ctypes.CFUNCTYPE(None, c_void_p, c_char_p, c_int, c_char_p, c_char_p, c_char_p)


class Callbacks(ctypes.Structure):
    _fields_ = [
        ("logger", Logger),
        ("allocate_memory", c_void_p),
        ("free_memory", c_void_p),
        ("step_finished", c_void_p),
        ("environment", c_void_p),
    ]


class FmuError(RuntimeError):
    """A function of the unit gave another status than fmi2OK."""

    def __init__(self, function, status, messages):
        super().__init__(f"{function}: {STATUS[status]}: {'; '.join(messages)}")
        self.status = status


class Fmu:
    """A unit whose file is unpacked into a folder of its own."""

    def __init__(self, file):
        self._folder = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self._folder.name)
        with zipfile.ZipFile(file) as archive:
            archive.extractall(self.folder)
        description = ElementTree.parse(self.folder / "modelDescription.xml").getroot()
        self.guid = description.get("guid")
        self.variables = {}  # name: (value reference, type, attributes, attributes of the type)
        for variable in description.find("ModelVariables"):
            kind = variable[0]
            self.variables[variable.get("name")] = (
                int(variable.get("valueReference")), kind.tag, variable.attrib, kind.attrib)
        model = description.find("CoSimulation").get("modelIdentifier")
        self.library = ctypes.CDLL(str(self.folder / "binaries" / "linux64" / f"{model}.so"))
        self.library.fmi2Instantiate.restype = c_void_p
        self.library.fmi2GetVersion.restype = c_char_p
        self.library.fmi2GetTypesPlatform.restype = c_char_p

    def close(self):
        self._folder.cleanup()

    def names(self, causality):
        return [name for name, variable in self.variables.items() if variable[2].get("causality") == causality]

    def instantiate(self, **options):
        return Instance(self, **options)


class Instance:
    """A simulation in a unit. Its functions raise FmuError unless the unit returns fmi2OK."""

    def __init__(self, fmu, name="drive", guid=None, resources=None, kind=CO_SIMULATION):
        self.fmu = fmu
        self.messages = []
        self.time = 0.0
        self._logger = Logger(lambda environment, instance, status, category, format, text: self._log(text))
        self._callbacks = Callbacks(self._logger)
        uri = (fmu.folder / "resources").as_uri() if resources is None else resources
        guid = fmu.guid if guid is None else guid
        self.component = c_void_p(
            fmu.library.fmi2Instantiate(name.encode(), kind, guid.encode(), uri.encode(), byref(self._callbacks), 0, 0))
        if not self.component:
            raise FmuError("fmi2Instantiate", ERROR, self.messages)

    def _log(self, text):
        self.messages.append(text.decode())

    def call(self, function, *arguments):
        self.messages.clear()
        status = getattr(self.fmu.library, "fmi2" + function)(self.component, *arguments)
        if status != OK:
            raise FmuError("fmi2" + function, status, self.messages)

    def initialise(self, start=0.0, stop=None, values=None):
        """Sets parameters and inputs by their names, and finds the state to begin with."""
        self.time = start
        self.call("SetupExperiment", 0, c_double(0.0), c_double(start), int(stop is not None), c_double(stop or 0.0))
        for name, value in (values or {}).items():
            self.set(name, value)
        self.call("EnterInitializationMode")
        self.call("ExitInitializationMode")

    def set(self, name, value):
        reference, kind, _, _ = self.fmu.variables[name]
        self.call("Set" + kind, byref(c_uint(reference)), c_size_t(1), byref(TYPES[kind](value)))

    def set_rate(self, name, rate):
        """The first derivative of an input over the next step."""
        reference = self.fmu.variables[name][0]
        self.call("SetRealInputDerivatives", byref(c_uint(reference)), c_size_t(1), byref(c_int(1)),
                  byref(c_double(rate)))

    def get(self, name):
        reference, kind, _, _ = self.fmu.variables[name]
        value = TYPES[kind]()
        self.call("Get" + kind, byref(c_uint(reference)), c_size_t(1), byref(value))
        return value.value

    def outputs(self):
        """All outputs, in the order of the unit."""
        names = self.fmu.names("output")
        references = (c_uint * len(names))(*[self.fmu.variables[name][0] for name in names])
        values = (c_double * len(names))()
        self.call("GetReal", references, c_size_t(len(names)), values)
        return dict(zip(names, values))

    def step(self, length):
        self.call("DoStep", c_double(self.time), c_double(length), 1)
        self.time += length

    def save(self):
        """The state, which restore() takes."""
        state = c_void_p()
        self.call("GetFMUstate", byref(state))
        return state, self.time

    def restore(self, saved):
        self.call("SetFMUstate", saved[0])
        self.time = saved[1]

    def free_state(self, saved):
        self.call("FreeFMUstate", byref(saved[0]))

    def to_bytes(self, saved):
        size = c_size_t()
        self.call("SerializedFMUstateSize", saved[0], byref(size))
        buffer = ctypes.create_string_buffer(size.value)
        self.call("SerializeFMUstate", saved[0], buffer, size)
        return buffer.raw

    def from_bytes(self, data, time):
        state = c_void_p()
        self.call("DeSerializeFMUstate", data, c_size_t(len(data)), byref(state))
        return state, time

    def free(self):
        self.fmu.library.fmi2FreeInstance(self.component)
        self.component = c_void_p()
